import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { type FieldValues, type Path, useController, useFormContext } from 'react-hook-form'
import { cx } from '../../lib/cx.ts'
import { submitOnCtrlEnter } from '../../lib/forms/submit-on-ctrl-enter.ts'
import { type TextAs, textAs } from '../../lib/forms/text-as.ts'
import { CheckboxField } from '../inputs/checkbox.tsx'
import { DayInput } from '../inputs/day-input.tsx'
import { Field } from '../inputs/field.tsx'
import { FileInput } from '../inputs/file-input.tsx'
import { PasswordField } from '../inputs/password-field.tsx'
import { ZoneList, zoneList } from '../inputs/zone-list.tsx'

type Named<T extends FieldValues> = { name: Path<T>; label: string; hint?: string | undefined }

/** Connects a field. Its error disappears when the field changes, and it is checked again with the whole form. */
export function useField<T extends FieldValues, N extends Path<T> = Path<T>>(name: N) {
  const { clearErrors } = useFormContext<T>()
  const { field, fieldState } = useController<T, N>({ name })
  const error = fieldState.error?.message
  const change = (value: unknown) => {
    field.onChange(value)
    if (error) clearErrors(name)
  }
  return { field, error, change }
}

/** Connects a field that is typed as text. The text stays as it was typed while it means the field's value. */
function useTextField<T extends FieldValues>(name: Path<T>, { read, write }: TextAs) {
  const { field, error, change } = useField<T>(name)
  const [typed, setTyped] = useState('')
  const shown = write(field.value)
  const type = (text: string) => {
    setTyped(text)
    change(read(text))
  }
  const value = write(read(typed)) === shown ? typed : shown
  return { error, type, control: { name: field.name, ref: field.ref, onBlur: field.onBlur, value } }
}

/** Converts typed text to upper case in place, without moving the caret. */
export function toUpperCaseInPlace(input: HTMLInputElement) {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}

type InputProps = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'required'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'placeholder'
  | 'maxLength'
  | 'inputMode'
  | 'spellCheck'
  | 'list'
  | 'className'
  | 'readOnly'
>
/** How the text becomes the field's value. */
type As = { as?: keyof typeof textAs | TextAs }

const convertOf = (as: As['as'] = 'text'): TextAs => (typeof as === 'string' ? textAs[as] : as)

/** Renders a single-line text field of the surrounding form. */
export function FormField<T extends FieldValues>({
  name,
  label,
  hint,
  upperCase,
  as,
  className,
  ...input
}: Named<T> & InputProps & As & { upperCase?: boolean }) {
  const { error, type, control } = useTextField<T>(name, convertOf(as))
  return (
    <Field label={label} error={error} hint={hint} required={input.required}>
      {(look) => (
        <input
          dir="auto"
          autoComplete="off"
          {...look}
          {...input}
          {...control}
          className={cx(look.className, className)}
          onChange={(event) => {
            if (upperCase) toUpperCaseInPlace(event.target)
            type(event.target.value)
          }}
        />
      )}
    </Field>
  )
}

type TextProps = Pick<
  ComponentProps<'textarea'>,
  'required' | 'maxLength' | 'placeholder' | 'spellCheck' | 'className' | 'rows' | 'readOnly' | 'autoFocus'
>

/** Renders a multi-line text field of the surrounding form. */
export function FormText<T extends FieldValues>({ name, label, hint, as, className, ...input }: Named<T> & TextProps & As) {
  const { error, type, control } = useTextField<T>(name, convertOf(as))
  return (
    <Field label={label} error={error} hint={hint} required={input.required}>
      {(look) => (
        <textarea
          dir="auto"
          rows={4}
          {...look}
          {...input}
          {...control}
          onChange={({ target }) => type(target.value)}
          onKeyDown={submitOnCtrlEnter}
          className={cx(look.className, 'block h-auto! resize-y py-1.5', className)}
        />
      )}
    </Field>
  )
}

export type Choice = { value: string | number | null; label: string }

type SelectProps = Pick<ComponentProps<'select'>, 'required' | 'disabled'>

/** Renders a choice of one of some values. Null is chosen as the empty one. */
export function FormSelect<T extends FieldValues>({
  name,
  label,
  hint,
  choices,
  as,
  onChoose,
  ...select
}: Named<T> & SelectProps & { choices: readonly Choice[]; as?: TextAs; onChoose?: (value: string) => void }) {
  const read = (text: string) => choices.find(({ value }) => String(value ?? '') === text)?.value
  const { error, type, control } = useTextField<T>(name, as ?? { read, write: textAs.text.write })
  return (
    <Field label={label} error={error} hint={hint} required={select.required}>
      {(look) => (
        <select
          {...look}
          {...select}
          {...control}
          onChange={({ target }) => {
            type(target.value)
            onChoose?.(target.value)
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value ?? ''}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type PasswordLook = Omit<ComponentProps<typeof PasswordField>, 'error' | 'registration'>

/** Renders a password field with a button to show the password. */
export function FormPassword<T extends FieldValues>({ name, ...look }: Pick<Named<T>, 'name'> & PasswordLook) {
  const { error, type, control } = useTextField<T>(name, textAs.text)
  return <PasswordField {...look} error={error} registration={{ ...control, onChange: ({ target }) => type(target.value) }} />
}

/** Renders the choice of a file. */
export function FormFile<T extends FieldValues>({
  name,
  label,
  hint,
  ...input
}: Named<T> & Pick<ComponentProps<'input'>, 'accept' | 'required'>) {
  const { field, error, change } = useField<T>(name)
  return (
    <Field label={label} error={error} hint={hint} required={input.required}>
      {(look) => <FileInput {...look} {...input} ref={field.ref} onChange={({ target }) => change(target.files?.[0] ?? null)} />}
    </Field>
  )
}

/** The error of a group of controls. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="mt-1 text-xs text-red-fg first-letter:uppercase">
      {children}
    </p>
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

/** Renders a field for a day. */
export function FormDay<T extends FieldValues>({
  name,
  label,
  hint,
  className = 'w-full',
  min,
}: Named<T> & { className?: string; min?: string }) {
  const { field, error, change } = useField<T>(name)
  return (
    <Field label={label} error={error} hint={hint}>
      {({ className: _look, ...look }) => (
        <DayInput
          {...look}
          ref={field.ref}
          className={cx('h-9 max-lg:h-11', className)}
          value={field.value}
          {...(min && { min })}
          onDay={change}
          onUnread={change}
        />
      )}
    </Field>
  )
}

/** The message of a time zone that the browser does not know. */
export const wrongZone = 'Please choose a time zone from the list'

/** Renders a field for a time zone, with those that the browser knows as suggestions. */
export function FormZone<T extends FieldValues>({ name }: Pick<Named<T>, 'name'>) {
  return (
    <>
      <ZoneList />
      <FormField<T> name={name} label="Time zone" list={zoneList} spellCheck={false} required />
    </>
  )
}
