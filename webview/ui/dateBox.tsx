// A box for a date that is typed, beside the platform's own calendar. A text box, because the native date input shows nothing of a text that
// is no date (so it could be neither kept nor explained), and takes the order of day and month from the system.
interface DateBoxProps {
  readonly label: string;
  readonly labelledBy: string;
  readonly describedBy: string | undefined;
  /** `YYYY-MM-DD`, with its time `YYYY-MM-DD HH:MM`, or what is there of it. */
  readonly text: string;
  readonly placeholder: string;
  readonly withTime: boolean;
  readonly earliest?: string | undefined;
  readonly latest?: string | undefined;
  readonly required: boolean;
  readonly invalid: boolean;
  readonly calendarLabel: string;
  readonly onText: (text: string) => void;
}

export function DateBox(props: DateBoxProps) {
  const { label, labelledBy, describedBy, text, placeholder, withTime, earliest, latest, required, invalid, calendarLabel, onText } = props;
  return (
    <div class="dateBox">
      <input
        type="text"
        class="textBox"
        autocomplete="off"
        spellcheck={false}
        aria-label={label}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-required={required}
        placeholder={placeholder}
        value={text}
        onInput={event => {
          onText(event.currentTarget.value);
        }}
      />
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
