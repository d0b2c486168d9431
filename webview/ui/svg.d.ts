// The bundler imports an SVG as its drawing, without the frame.
declare module '*.svg' {
  const drawing: string;
  export { drawing as default };
}
