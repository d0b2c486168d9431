// What differs between operating systems on screen and on the keyboard.
export const isMac = /Mac/.test(navigator.userAgent);
