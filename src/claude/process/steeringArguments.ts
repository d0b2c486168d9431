// The flags with which a CLI begins in the mode, with the model and the effort that are chosen for the chat.
import type { Steering } from '../../shared/features/steering/modes.js';
import { bypass, modes } from '../../shared/features/steering/modes.js';
import { isAtLeast } from '../version.js';

/** Whether a CLI takes the mode `bypassPermissions` only where it was started for it. An unknown one is not trusted to take it. */
export function needsStartForBypass(version: string | undefined): boolean {
  return version === undefined || isAtLeast(version, firstToSteer);
}

/** Whether `effortLevel: null` takes back the effort of a CLI that runs. Measured: 2.1.329 does, 2.1.100 goes on with it. */
export function takesEffortBack(version: string | undefined): boolean {
  return version !== undefined && isAtLeast(version, '2.1.329');
}

/** 2.0.77 does not start with a flag that it does not know. */
const firstToSteer = '2.1.100';

/**
 * No version starts with a mode that it does not know, and another version may have named such a mode for the chat. 2.1.100 and 2.1.329 start with
 * each of these, 2.0.77 with all but `auto`.
 */
const knownModes: readonly string[] = modes;
/** 2.1.329 ignores an effort that it does not know, with a warning. Older ones do not start with another than these. */
const knownEfforts = ['low', 'medium', 'high', 'max'];
const firstToTakeAnyEffort = '2.1.329';

/**
 * The mode is always passed: without the flag a file of the folder decides it (`permissions.defaultMode` of the project's settings, measured with
 * 2.0.77, 2.1.100, 2.1.329). `--resume` brings back neither mode nor model nor effort (the same three).
 */
export function steeringArguments({ mode, model, effort }: Steering, version: string): readonly string[] {
  const takesMode = mode !== undefined && startsWithMode(mode, version);
  return [
    ...['--permission-mode', takesMode ? mode : 'default'],
    // With it the mode can be chosen again after another one.
    ...(mode === bypass ? ['--allow-dangerously-skip-permissions'] : []),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort !== undefined && startsWithEffort(effort, version) ? ['--effort', effort] : []),
  ];
}

export function startsWithMode(mode: string, version: string): boolean {
  return knownModes.includes(mode) && (mode !== 'auto' || isAtLeast(version, firstToSteer));
}

/** The mode of these arguments, which a CLI says only with its first turn. */
export function modeOf(args: readonly string[]): string | undefined {
  return args[args.indexOf('--permission-mode') + 1];
}

export function startsWithEffort(effort: string, version: string): boolean {
  return isAtLeast(version, firstToTakeAnyEffort) || (knownEfforts.includes(effort) && isAtLeast(version, firstToSteer));
}
