// What the person does to how a chat is steered.
import * as z from 'zod/mini';
import { modes } from './modes.js';

/** A view wants to know how the chat is steered, and which models there are. */
export const readSteeringAct = z.strictObject({ type: z.literal('readSteering') });
export const setModeAct = z.strictObject({ type: z.literal('setMode'), mode: z.enum(modes) });
export const setModelAct = z.strictObject({ type: z.literal('setModel'), model: z.string() });
/** `effort`: null takes back what was chosen, so that the CLI's own settings count. */
export const setEffortAct = z.strictObject({ type: z.literal('setEffort'), effort: z.nullable(z.string()) });
