// A box for a date that is typed, beside the platform's own calendar. A text box, because the native date input shows nothing of a text that
// is no date (so it could be neither kept nor explained), and takes the order of day and month from the system.
import type { TextBoxProps } from './textBoxProps.js';
import { textBoxProps } from './textBoxProps.js';

/** `text`: `YYYY-MM-DD`, with its time `YYYY-MM-DD HH:MM`, or what is there of it. */
interface DateBoxProps extends TextBoxProps {
  readonly withTime: boolean;
  readonly earliest?: string | undefined;
  readonly latest?: string | undefined;
  readonly calendarLabel: string;
}

export function DateBox(props: DateBoxProps) {
  const { text, withTime, earliest, latest, calendarLabel, onText } = props;
  return (
    <div class="dateBox">
      <input {...textBoxProps(props)} type="text" autocomplete="off" spellcheck={false} />
      {/* Only the sign that opens the calendar is in sight. With the keyboard the date is typed. */}
      <input
        type={withTime ? 'datetime-local' : 'date'}
        class="calendar"
        tabIndex={-1}
        aria-label={calendarLabel}
        title={calendarLabel}
        min={earliest}
        max={latest}
        value={text.trim().replace(' ', 'T')}
        onInput={event => {
          if (event.currentTarget.value !== '') onText(event.currentTarget.value.replace('T', ' '));
        }}
      />
    </div>
  );
}
