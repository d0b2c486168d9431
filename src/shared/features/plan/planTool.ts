/** The tool with which Claude shows a plan; a person never reads this name. */
export const planTool = 'ExitPlanMode';
