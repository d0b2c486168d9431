// The bundler imports an SVG as the data of one path, which is drawn in a frame of 16 by 16 by the rule `evenodd`.
declare module '*.svg' {
  const drawing: string;
  export { drawing as default };
}
