// The bundler gives an SVG as its text.
declare module '*.svg' {
  const drawing: string;
  export { drawing as default };
}
