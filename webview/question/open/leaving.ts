// Tells when the person has left a question.

let isPressed = false;
addEventListener('pointerdown', () => (isPressed = true), { capture: true });
for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, () => (isPressed = false), { capture: true });

/**
 * Calls back when the focus has left the question. Where a press of the pointer took it away, the press ends first, because what it presses must not
 * move while it is down.
 */
export function whenLeft(event: FocusEvent, question: HTMLElement, leave: () => void): void {
  if (event.relatedTarget instanceof Node && question.contains(event.relatedTarget)) return;
  if (isPressed) addEventListener('pointerup', () => setTimeout(leave), { once: true });
  else leave();
}
