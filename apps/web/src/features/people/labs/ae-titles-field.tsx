import { AeTitle } from '@readroom/contracts/core/primitives'
import { maxAeTitles } from '@readroom/contracts/people/labs'
import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { toUpperCaseInPlace, useField } from '../../../components/form/form-field.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { cx } from '../../../lib/cx.ts'
import type { LabFields } from './lab-fields.ts'

type Added = { titles: string[] } | { refusal: string }

/** Returns the list with the AE title added, or why it is invalid. Ignores an empty text and a duplicate. */
export function addAeTitle(titles: string[], text: string): Added {
  if (text.trim() === '') return { titles }
  const parsed = AeTitle.safeParse(text)
  if (!parsed.success) return { refusal: 'An AE title has at most 16 characters and no backslash.' }
  if (titles.includes(parsed.data)) return { titles }
  if (titles.length >= maxAeTitles) return { refusal: `At most ${maxAeTitles} AE titles.` }
  return { titles: [...titles, parsed.data] }
}

const hint = "AE titles of the laboratory's scanners. The identifier is always one of them."

const chip = 'num inline-flex items-center rounded-xs border border-line-strong pl-2 text-sm max-lg:min-h-11 lg:h-6'

/** Shows the added titles. The list is always rendered, so that adding a title on blur moves no button under the pointer. */
function Titles({ titles, onRemove }: { titles: string[]; onRemove: (title: string) => void }) {
  const identifier = useWatch<LabFields, 'identifier'>({ name: 'identifier' })
  return (
    <ul aria-label="Added titles" className="mb-2 flex min-h-6 flex-wrap items-center gap-1.5 max-lg:min-h-11">
      {identifier !== '' && <li className={cx(chip, 'bg-sunken pr-2 text-text-2')}>{identifier}</li>}
      {titles.map((title) => (
        <li key={title} className={chip}>
          {title}
          <button
            type="button"
            aria-label={`Remove ${title}`}
            onClick={() => onRemove(title)}
            className="grid size-6 place-items-center text-icon hover:text-text max-lg:size-11"
          >
            <X size={13} aria-hidden />
          </button>
        </li>
      ))}
      {identifier === '' && titles.length === 0 && <li className="text-sm text-text-3">None yet</li>}
    </ul>
  )
}

/** Shows a laboratory's AE titles. Enter, the button or leaving the field adds the typed title. */
export function AeTitlesField() {
  const { field, error, change } = useField<LabFields, 'aeTitles'>('aeTitles')
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const titles = field.value

  const add = () => {
    const added = addAeTitle(titles, text)
    if ('refusal' in added) return setRefusal(added.refusal)
    if (added.titles !== titles) change(added.titles)
    setText('')
    setRefusal(undefined)
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || text.trim() === '') return
    event.preventDefault()
    add()
  }
  return (
    <Field label="AE titles" hint={hint} error={refusal ?? error}>
      {(control) => (
        <>
          <Titles titles={titles} onRemove={(title) => change(titles.filter((other) => other !== title))} />
          <div className="flex gap-2">
            <input
              {...control}
              ref={field.ref}
              value={text}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                toUpperCaseInPlace(event.target)
                setText(event.target.value)
                setRefusal(undefined)
              }}
              onKeyDown={addOnEnter}
              onBlur={() => {
                add()
                field.onBlur()
              }}
            />
            <Button size="lg" aria-label="Add AE title" className="max-lg:h-11" onClick={add}>
              Add
            </Button>
          </div>
        </>
      )}
    </Field>
  )
}
