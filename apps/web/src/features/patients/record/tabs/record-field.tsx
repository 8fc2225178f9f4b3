import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { ChevronDown, ScanLine, Undo2 } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { DayInput } from '../../../../components/inputs/day-input.tsx'
import { cx } from '../../../../lib/cx.ts'
import { formatLongDay } from '../../../../lib/format.ts'
import { readDay } from '../../../../lib/forms/read-day.ts'
import {
  type DayFieldName,
  type FieldName,
  type RecordValues,
  recordFields,
  saidByScanner,
  shownValue,
} from '../record-fields.ts'

/** `takesFocus` is true if the first field gets the focus when the record opens. */
type Shown = { record: PatientRecord; canEdit: boolean; takesFocus: boolean }
const Context = createContext<Shown | null>(null)
export const RecordProvider = Context.Provider

export function useShownRecord(): Shown {
  const shown = useContext(Context)
  if (!shown) throw new Error('Fields need their record')
  return shown
}

export const controlClass =
  'w-full min-w-0 rounded-sm border border-line-strong bg-surface px-2.5 text-md text-text outline-none placeholder:text-text-3 disabled:bg-sunken disabled:text-text-2 focus:border-focus focus:ring-2 focus:ring-focus/30 aria-invalid:border-red-dot max-lg:text-[16px]'
export const lineClass = 'h-8 max-lg:h-11'

/** Shows that the scanner filled a field, or offers to restore the scanner's value. */
export function ScannerMark({ name }: { name: FieldName }) {
  const { record, canEdit } = useShownRecord()
  const { watch, setValue } = useFormContext<RecordValues>()
  const said = saidByScanner(record, name)
  const value = watch(name)
  if (said === null) return null
  const scanned = shownValue(name, said)
  if (value === said)
    return (
      <span data-tip="DICOM Extracted: value from the scanner" className="inline-flex text-text-3">
        <ScanLine size={12} aria-hidden />
        <span className="sr-only">DICOM Extracted</span>
      </span>
    )
  if (!canEdit) return <span className="text-2xs text-text-3">Corrected</span>
  return (
    <button
      type="button"
      data-tip={`Scanner value: ${scanned}`}
      aria-label={`Restore the scanner value of ${recordFields[name].label}: ${scanned}`}
      className="-my-1 inline-flex items-center gap-1 rounded-xs px-1 text-2xs text-accent-text hover:bg-hover max-lg:min-h-8"
      onClick={() => setValue(name, said, { shouldDirty: true })}
    >
      <Undo2 size={11} aria-hidden />
      Restore
    </button>
  )
}

type LabelProps = {
  id: string
  name: FieldName
  label?: string
  error?: string | undefined
  hint?: string
  children: ReactNode
  className?: string
}

function Labelled({ id, name, label, error, hint, children, className }: LabelProps) {
  const note = error ?? hint
  return (
    <div className={cx('min-w-0', className)}>
      <div className="mb-1 flex min-h-4 items-center justify-between gap-2">
        <label htmlFor={id} className="truncate text-xs font-medium text-text-2">
          {label ?? recordFields[name].label}
        </label>
        <ScannerMark name={name} />
      </div>
      {children}
      {note && (
        <p id={`${id}-note`} className={cx('mt-1 text-xs', error ? 'text-red-fg' : 'text-text-3')}>
          {note}
        </p>
      )}
    </div>
  )
}

function useControl(name: FieldName, hint?: string) {
  const id = useId()
  const { register, formState, getFieldState, clearErrors } = useFormContext<RecordValues>()
  const error = getFieldState(name, formState).error?.message
  return {
    id,
    error,
    control: {
      id,
      'aria-invalid': Boolean(error),
      'aria-describedby': error || hint ? `${id}-note` : undefined,
      ...register(name, { onChange: () => error && clearErrors(name) }),
    },
  }
}

type FieldProps = { name: FieldName; label?: string; hint?: string; className?: string }

/** Shows a single-line field of the record. */
export function RecordLine({
  name,
  type = 'text',
  placeholder = 'N/A',
  ...labels
}: FieldProps & { type?: 'text' | 'email' | 'tel'; placeholder?: string }) {
  const { canEdit } = useShownRecord()
  const { id, error, control } = useControl(name, labels.hint)
  return (
    <Labelled id={id} name={name} error={error} {...labels}>
      <input
        dir="auto"
        autoComplete="off"
        type={type}
        placeholder={placeholder}
        readOnly={!canEdit}
        className={cx(controlClass, lineClass, !canEdit && 'bg-sunken')}
        {...control}
      />
    </Labelled>
  )
}

/**
 * Shows a field of the record for a day, in dd/mm/yyyy. Days with the year first are read too, as the specified placeholder asks for. A changed day is
 * written out below, so that nobody takes the day for the month. A text that is no day is refused when the record is saved.
 */
export function RecordDay({ name }: { name: DayFieldName }) {
  const id = useId()
  const { canEdit } = useShownRecord()
  const { clearErrors } = useFormContext<RecordValues>()
  const { field, fieldState } = useController<RecordValues, DayFieldName>({ name })
  const error = fieldState.error?.message
  const day = fieldState.isDirty ? readDay(field.value) : null
  const change = (value: string) => {
    field.onChange(value)
    if (error) clearErrors(name)
  }
  return (
    <Labelled id={id} name={name} error={error} {...(day !== null && { hint: formatLongDay(day) })}>
      <DayInput
        id={id}
        ref={field.ref}
        name={name}
        value={field.value}
        placeholder="yyyy-mm-dd"
        readOnly={!canEdit}
        aria-invalid={error !== undefined}
        aria-describedby={error || day ? `${id}-note` : undefined}
        className="h-8 w-full max-lg:h-11"
        onDay={change}
        onUnread={change}
      />
    </Labelled>
  )
}

type Option = readonly [value: string, label: string]

/** Shows a select field of the record. */
export function RecordChoice({ name, options, ...labels }: FieldProps & { options: readonly Option[] }) {
  const { canEdit } = useShownRecord()
  const { id, error, control } = useControl(name, labels.hint)
  return (
    <Labelled id={id} name={name} error={error} {...labels}>
      <span className="relative block">
        <select disabled={!canEdit} className={cx(controlClass, lineClass, 'appearance-none truncate pr-6')} {...control}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown size={13} className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-icon" aria-hidden />
      </span>
    </Labelled>
  )
}

/** Shows a multi-line field of the record. */
export function RecordText({ name, rows = 2, ...labels }: FieldProps & { rows?: number }) {
  const { canEdit } = useShownRecord()
  const { id, error, control } = useControl(name, labels.hint)
  return (
    <Labelled id={id} name={name} error={error} {...labels}>
      <textarea
        dir="auto"
        rows={rows}
        placeholder="N/A"
        readOnly={!canEdit}
        className={cx(controlClass, 'block resize-y py-1.5', !canEdit && 'bg-sunken')}
        {...control}
      />
    </Labelled>
  )
}

/** Shows a value that can't be changed here. */
export function ReadOnlyFact({ label, value, tip }: { label: string; value: string | null; tip?: string | undefined }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 truncate text-xs font-medium text-text-2">{label}</p>
      <p
        data-tip={tip}
        className={cx('flex h-8 items-center rounded-sm bg-sunken px-2.5 max-lg:h-11', value ? 'num text-text-2' : 'text-text-3')}
      >
        <bdi className="truncate">{value ?? 'N/A'}</bdi>
      </p>
    </div>
  )
}
