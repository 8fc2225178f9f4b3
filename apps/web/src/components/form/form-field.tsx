import { type ComponentProps, useId } from 'react'
import { type FieldValues, type Path, useFormContext } from 'react-hook-form'
import { cx } from '../../lib/cx.ts'
import { submitOnCtrlEnter } from '../../lib/forms/submit-on-ctrl-enter.ts'
import { CheckboxField } from '../inputs/checkbox.tsx'
import { Field } from '../inputs/field.tsx'

type Named<T extends FieldValues> = { name: Path<T>; label: string; hint?: string }

/** Registers a field. Its error disappears when the field changes, and it is checked again with the whole form. */
function useField<T extends FieldValues>(name: Path<T>) {
  const { register, clearErrors, getFieldState, formState } = useFormContext<T>()
  const error = getFieldState(name, formState).error?.message
  return { error, field: register(name, { onChange: () => error && clearErrors(name) }) }
}

/** Converts typed text to upper case in place, without moving the caret. */
export function toUpperCaseInPlace(input: HTMLInputElement) {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}

type InputProps = Pick<ComponentProps<'input'>, 'type' | 'required' | 'autoComplete' | 'placeholder' | 'maxLength' | 'inputMode'>

/** Renders a single-line text field of the surrounding form. */
export function FormField<T extends FieldValues>({
  name,
  label,
  hint,
  upperCase,
  ...input
}: Named<T> & InputProps & { upperCase?: boolean }) {
  const { field, error } = useField<T>(name)
  return (
    <Field label={label} error={error} hint={hint} required={input.required}>
      {(control) => (
        <input
          dir="auto"
          autoComplete="off"
          {...control}
          {...input}
          {...field}
          onChange={(event) => {
            if (upperCase) toUpperCaseInPlace(event.target)
            return field.onChange(event)
          }}
        />
      )}
    </Field>
  )
}

/** Renders a multi-line text field of the surrounding form. */
export function FormText<T extends FieldValues>({ name, label, hint, placeholder }: Named<T> & { placeholder?: string }) {
  const { field, error } = useField<T>(name)
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <textarea
          dir="auto"
          rows={4}
          placeholder={placeholder}
          {...control}
          {...field}
          onKeyDown={submitOnCtrlEnter}
          className={cx(control.className, 'block h-auto! resize-y py-1.5')}
        />
      )}
    </Field>
  )
}

/** Renders a checkbox of the surrounding form. */
export function FormCheck<T extends FieldValues>({ name, label, hint }: Named<T>) {
  const { register } = useFormContext<T>()
  const hintId = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-2 justify-self-start">
      <CheckboxField
        labelClass="flex items-center gap-x-2 max-lg:min-h-11"
        label={<span>{label}</span>}
        aria-describedby={hint && hintId}
        {...register(name)}
      />
      {hint && (
        <span id={hintId} className="text-text-3">
          {hint}
        </span>
      )}
    </div>
  )
}
