// Which texts of a transcript's entries a person can see, and so can find.
import type { PastEvent } from '../../chat/events.js';
import { titleIn } from '../../shared/callTitle.js';
import { answerTexts, questionTexts } from '../../shared/questionTexts.js';

export function textsOfEvent(event: PastEvent): readonly string[] {
  switch (event.type) {
    case 'promptSeen':
    case 'toolFinished':
      return [event.text];
    case 'textFinished':
      // What Claude thought is folded away, and no part of its answer.
      return event.thought === true ? [] : [event.text];
    case 'toolStarted':
      return [titleIn(event.name, event.summary), event.summary];
    case 'questionFinished':
      return event.input === undefined ? [] : questionTexts(event.input.title, event.input.questions);
    case 'questionSettled': {
      const { settlement, text } = event;
      const given = settlement?.type === 'answer' ? answerTexts(settlement.answers) : settlement?.type === 'reply' ? [settlement.text] : [];
      return [...given, text];
    }
  }
}
