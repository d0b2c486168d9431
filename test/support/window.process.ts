// A window in a process of its own, which a test can kill or stop. Its first argument is the storage of the work folder; it tells its
// parent what happens to it, and does what the parent says.
import { openWindow } from './windows.js';

export type WindowOrder = 'resources' | 'end';

/** What a window process tells: its id once it has begun, what happens to it, and the resources that keep its event loop alive. */
export type WindowNews = { readonly begun: string } | { readonly happened: string } | { readonly resources: readonly string[] };

const tell = (news: WindowNews): void => void process.send?.(news);

const { owner, end } = await openWindow({ root: process.argv[2] ?? '', happened: happened => tell({ happened }) });
process.on('message', (order: WindowOrder) => {
  if (order === 'resources') tell({ resources: process.getActiveResourcesInfo() });
  else void end().then(() => process.disconnect());
});
// Its parent is gone.
process.on('disconnect', () => process.exit());
tell({ begun: owner.window });
