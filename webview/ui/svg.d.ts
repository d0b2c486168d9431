// The bundler gives an SVG as what is drawn in it, without its frame.
declare module '*.svg' {
  const drawing: string;
  export { drawing as default };
}
