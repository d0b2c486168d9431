// The person's comments on lines of files that go with the next message. The form of one is that of an attachment, which it is once it is sent.
import * as z from 'zod/mini';
import { comment } from '../../attachmentSchema.js';

/** The list shows at most so many characters of each comment. */
export const longestShown = 200;

/** All of the folder that are not sent, in the order of their files and lines; the words of each are cut to `longestShown`. */
export const commentsNews = z.strictObject({ type: z.literal('comments'), comments: z.array(comment) });
