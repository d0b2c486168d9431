// Parley's tools with which Claude reads and keeps the memory. Nobody is asked by them, so no call waits.

export const memoryTools = ['find_decisions', 'read_product_doc', 'update_product_doc'] as const;
export type MemoryTool = (typeof memoryTools)[number];
