import { type SectionId, sections } from '@readroom/report/sections'
import type { FieldPart, TemplatePart } from '@readroom/report/template-parts'
import { ArrowUp, Trash2 } from 'lucide-react'
import { useField } from '../../../../components/form/form-field.tsx'
import { CheckboxField } from '../../../../components/inputs/checkbox.tsx'
import { Field } from '../../../../components/inputs/field.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { isKind, kindNames, moveUp, newField, newText, type Row } from './part-rows.ts'
import { listed } from './place-field.tsx'

type RowProps<T> = { part: T; onChange: (part: T) => void }
type FieldRowProps = RowProps<FieldPart> & { section: SectionId }

function FieldRow({ part, section, onChange }: FieldRowProps) {
  const isFilledByAltN = section === 'findings' && part.completion !== 'prohibit'
  return (
    <div className="grid gap-2 sm:grid-cols-[2fr_1fr_2fr_1fr]">
      <Field label="Field" required>
        {(control) => (
          <input
            {...control}
            required
            maxLength={80}
            value={part.label}
            onChange={({ target }) => onChange({ ...part, label: target.value })}
          />
        )}
      </Field>
      <Field label="Kind">
        {(control) => (
          <select
            {...control}
            value={part.kind}
            onChange={({ target: { value } }) => isKind(value) && onChange({ ...part, kind: value })}
          >
            {Object.entries(kindNames).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {part.kind === 'choice' ? (
        <Field
          label="Choices, separated by commas"
          hint={isFilledByAltN ? 'Put the normal one first. Alt N fills it in.' : undefined}
        >
          {(control) => (
            <input
              {...control}
              defaultValue={part.options.join(', ')}
              onChange={({ target }) => onChange({ ...part, options: listed(target.value).slice(0, 40) })}
            />
          )}
        </Field>
      ) : (
        <Field label="Unit">
          {(control) => (
            <input
              {...control}
              maxLength={20}
              value={part.unit}
              onChange={({ target }) => onChange({ ...part, unit: target.value })}
            />
          )}
        </Field>
      )}
      <CheckboxField
        label="Required"
        labelClass="flex min-h-9 items-center gap-2 self-end text-sm max-lg:min-h-11"
        checked={part.completion === 'prohibit'}
        onChange={({ target }) => onChange({ ...part, completion: target.checked ? 'prohibit' : 'none' })}
      />
    </div>
  )
}

function TextRow({ part, onChange }: RowProps<{ text: string }>) {
  return (
    <Field label="Text" hint="Start a line with a hyphen for a list item.">
      {({ className, ...control }) => (
        <textarea
          {...control}
          rows={Math.min(8, Math.max(2, part.text.split('\n').length))}
          className={`${className} h-auto! py-2`}
          value={part.text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      )}
    </Field>
  )
}

type Props = { id: SectionId; title?: string }
type WithRows = { rows: Partial<Record<SectionId, Row[]>> }

/** Shows the rows of one section in a template: texts and fields, in order. */
export function SectionField({ id, title = sections[id].title }: Props) {
  const { field, change: onChange } = useField<WithRows, `rows.${SectionId}`>(`rows.${id}`)
  const rows: readonly Row[] = field.value ?? []
  const change = (key: number, part: TemplatePart) => onChange(rows.map((row) => (row.key === key ? { key, part } : row)))
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-3">
      <legend className="px-1 font-semibold">{title}</legend>
      {rows.map(({ key, part }, index) => (
        <div key={key} className="flex items-start gap-1 border-b border-line pb-3 last-of-type:border-0">
          <div className="min-w-0 flex-1">
            {'text' in part ? (
              <TextRow part={part} onChange={(changed) => change(key, changed)} />
            ) : (
              <FieldRow part={part} section={id} onChange={(changed) => change(key, changed)} />
            )}
          </div>
          <IconButton
            label={`Move row ${index + 1} of ${title} up`}
            className="max-lg:size-11"
            disabled={index === 0}
            onClick={() => onChange(moveUp(rows, index))}
          >
            <ArrowUp size={15} />
          </IconButton>
          <IconButton
            label={`Remove row ${index + 1} of ${title}`}
            className="max-lg:size-11"
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            <Trash2 size={15} />
          </IconButton>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button className="max-lg:h-11" onClick={() => onChange([...rows, newField()])} aria-label={`Add field to ${title}`}>
          Add field
        </Button>
        <Button className="max-lg:h-11" onClick={() => onChange([...rows, newText()])} aria-label={`Add text to ${title}`}>
          Add text
        </Button>
      </div>
    </fieldset>
  )
}
