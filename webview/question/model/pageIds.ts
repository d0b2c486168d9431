// The ids of the tabs and panels of an open card. Pure.
export const tabId = (baseId: string, page: number): string => `${baseId}-tab-${page}`;
export const panelId = (baseId: string, page: number): string => `${baseId}-panel-${page}`;
