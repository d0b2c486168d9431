// Parley's tools with which Claude reads and keeps the memory. Nobody is asked by them, so no call waits.

/** Each with the setting that gives it to Claude. */
export const memoryToolSettings = {
  find_decisions: 'parley.memory.decisions',
  read_product_doc: 'parley.memory.productDoc',
  update_product_doc: 'parley.memory.productDoc',
} as const;
export type MemoryTool = keyof typeof memoryToolSettings;

const writing: Readonly<Record<MemoryTool, boolean>> = { find_decisions: false, read_product_doc: false, update_product_doc: true };

/** Whether the tool changes something, which Claude does not while it plans. */
export function writesMemory(tool: MemoryTool): boolean {
  return writing[tool];
}

export const memoryTools = Object.keys(memoryToolSettings) as readonly MemoryTool[];
