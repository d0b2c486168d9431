// The one table of Claude's own tools: what each does, where its path stands, and which field tells most of a call. Everything that treats tools
// differently asks it here (test/unit/shared/tools.test.ts). A person never reads these names. Pure.

/** What a call does, as far as Parley says or does something else about it. */
export type ToolAct =
  | 'read'
  | 'search'
  | 'find'
  | 'list'
  | 'edit'
  | 'edits'
  | 'write'
  | 'cell'
  | 'run'
  | 'output'
  | 'stop'
  | 'fetch'
  | 'searchWeb'
  | 'agent'
  | 'skill'
  | 'schedule'
  | 'todos'
  | 'tools'
  | 'planFirst'
  | 'plan'
  | 'ask';

interface Tool {
  readonly act: ToolAct;
  /** The field of its input that says most, for a row of one line. */
  readonly tells?: string;
  /** The field with the path that the call is about. */
  readonly path?: 'file_path' | 'notebook_path' | 'path';
  /** The fields that the title of its permission stands for. Each other field has its name above it. */
  readonly titled?: readonly string[];
}

/** The tool that changes one entry of the to-do list. Its row is like any other call's. */
export const taskUpdate = 'TaskUpdate';

/** The tools by their names in 2.0.77, 2.1.100 and 2.1.329 (their `sdk-tools.d.ts`). */
const tools: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ['Read', { act: 'read', tells: 'file_path', path: 'file_path', titled: ['file_path'] }],
  ['Grep', { act: 'search', tells: 'pattern', path: 'path' }],
  ['Glob', { act: 'find', tells: 'pattern', path: 'path' }],
  ['LS', { act: 'list', tells: 'path', path: 'path' }],
  ['Edit', { act: 'edit', tells: 'file_path', path: 'file_path', titled: ['file_path'] }],
  ['Write', { act: 'write', tells: 'file_path', path: 'file_path', titled: ['file_path', 'content'] }],
  ['MultiEdit', { act: 'edits', tells: 'file_path', path: 'file_path', titled: ['file_path'] }],
  ['NotebookEdit', { act: 'cell', tells: 'notebook_path', path: 'notebook_path', titled: ['notebook_path', 'new_source'] }],
  ['Bash', { act: 'run', tells: 'command', titled: ['command'] }],
  ['BashOutput', { act: 'output' }],
  ['TaskOutput', { act: 'output' }],
  ['KillShell', { act: 'stop' }],
  ['TaskStop', { act: 'stop' }],
  ['WebFetch', { act: 'fetch', tells: 'url', titled: ['url'] }],
  ['WebSearch', { act: 'searchWeb', tells: 'query' }],
  // `Task` before 2.1.329.
  ['Agent', { act: 'agent', tells: 'description' }],
  ['Task', { act: 'agent', tells: 'description' }],
  ['Skill', { act: 'skill', tells: 'skill' }],
  ['CronCreate', { act: 'schedule', tells: 'prompt' }],
  ['ScheduleWakeup', { act: 'schedule', tells: 'reason' }],
  ['TodoWrite', { act: 'todos' }],
  ['TaskCreate', { act: 'todos' }],
  [taskUpdate, { act: 'todos' }],
  ['EnterPlanMode', { act: 'planFirst' }],
  ['ToolSearch', { act: 'tools', tells: 'query' }],
  ['ExitPlanMode', { act: 'plan' }],
  ['AskUserQuestion', { act: 'ask' }],
]);

/** The tool with which Claude shows a plan. */
export const planTool = 'ExitPlanMode';

/** The tool with which Claude asks. */
export const askUserQuestion = 'AskUserQuestion';

/** The tools with which Claude goes into a worktree, and back. They have a row like any other call. */
export const worktreeTools: readonly string[] = ['EnterWorktree', 'ExitWorktree'];

/** The names that 2.1.329 has given to tools anew (its own table). A settings file may have the old ones. */
const newNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Task: 'Agent',
    KillShell: 'TaskStop',
    KillBash: 'TaskStop',
    ListPeers: 'ListAgents',
    Brief: 'SendUserMessage',
    ListMcpResources: 'ListMcpResourcesTool',
    ReadMcpResource: 'ReadMcpResourceTool',
    ReadMcpResourceDir: 'ReadMcpResourceDirTool',
    ProposeGoal: 'SetGoal',
  }),
);

/** The name by which 2.1.329 tells of the tool. */
export function newToolName(toolName: string): string {
  return newNames.get(toolName) ?? toolName;
}

/** Undefined for a tool that is not in the table, such as one of an MCP server. */
export function actOf(toolName: string): ToolAct | undefined {
  return tools.get(toolName)?.act;
}

/** The acts of which nothing more is said than that they happen. */
const toldAlone: ReadonlySet<ToolAct> = new Set(['output', 'stop', 'todos', 'planFirst']);

/** The act that the row of a call puts into a sentence; undefined where the row has a title and no sentence. */
export function saidAct(toolName: string, summary: string): Exclude<ToolAct, 'plan' | 'ask'> | undefined {
  const act = actOf(toolName);
  return act === 'plan' || act === 'ask' || act === undefined || (summary === '' && !toldAlone.has(act)) ? undefined : act;
}

export function toolOf(toolName: string): Tool | undefined {
  return tools.get(toolName);
}

/** The names of the tools that do one of these. */
export function namesOf(...acts: readonly ToolAct[]): readonly string[] {
  return [...tools].flatMap(([name, { act }]) => (acts.includes(act) ? [name] : []));
}

/** What the tools do that write one file. */
export const editActs: readonly ToolAct[] = ['edit', 'edits', 'write', 'cell'];

/** The tools that only look at files: nothing is changed, and nothing goes out. */
const looks: ReadonlySet<ToolAct | undefined> = new Set<ToolAct>(['read', 'search', 'find', 'list']);

export function isLook(toolName: string): boolean {
  return looks.has(actOf(toolName));
}

/** Whether the call begins a subagent. */
export function beginsAgent(toolName: string): boolean {
  return actOf(toolName) === 'agent';
}

/** The tools of which the host can tell what they will write. */
export function isChangeable(toolName: string): boolean {
  const act = actOf(toolName);
  return act === 'edit' || act === 'write';
}
