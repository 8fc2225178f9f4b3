import { textBlockEndpoints as endpoints, type TextBlock } from '@readroom/contracts/reading/text-blocks'
import { readContent } from '@readroom/report/content'
import { isSectionId, type SectionId, sections } from '@readroom/report/sections'
import { partsOfReport, reportOfParts } from '@readroom/report/template-parts'
import { useState } from 'react'
import { Field } from '../../../../components/inputs/field.tsx'
import { api } from '../../../../lib/api/api.ts'
import { FormDialog } from './form-dialog.tsx'
import { filled, type Row, toRows } from './part-rows.ts'
import { PlaceField, placeOf } from './place-field.tsx'
import { SectionRows } from './section-rows.tsx'

/** The section that the rows are stored in. A block has a single section, whichever one it is inserted into. */
const stored: SectionId = 'addendum'
const order = Object.keys(sections).filter(isSectionId)

type Props = {
  /** Null creates a new one. */
  block: TextBlock | null
  /** The initial text of a new one. */
  text?: string
  isAdmin: boolean
  onSaved: () => Promise<void>
  onClose: () => void
}

/** Creates or edits a text block. */
export function BlockDialog({ block, text = '', isAdmin, onSaved, onClose }: Props) {
  const [shortcut, setShortcut] = useState(block?.shortcut ?? '')
  const [section, setSection] = useState(block?.sections[0] ?? '')
  const [labId, setLabId] = useState('')
  const [rows, setRows] = useState<Row[]>(() =>
    block ? Object.values(partsOfReport(readContent(block.content))).flatMap(toRows) : toRows([{ text }]),
  )
  const [isFilled, setFilled] = useState(false)
  const save = async () => {
    const content = reportOfParts({ [stored]: filled(rows) }, 'addendum')
    const written = { shortcut, sections: section === '' ? [] : [section], content }
    const { message } = block
      ? await api.call(endpoints.update, { params: { blockId: block._id }, body: { ...written, version: block.version } })
      : await api.call(endpoints.create, { body: { ...placeOf(isAdmin, labId), ...written } })
    return message
  }
  return (
    <FormDialog
      title={block ? 'Edit text block' : 'New text block'}
      action="Save text block"
      isFilled={isFilled}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Shortcut" hint="Type a full stop, the shortcut and a space: .nofrac" required>
          {(control) => (
            <input
              {...control}
              required
              minLength={2}
              maxLength={32}
              value={shortcut}
              onChange={({ target }) => {
                setShortcut(target.value)
                setFilled(true)
              }}
            />
          )}
        </Field>
        <Field label="Available in">
          {(control) => (
            <select {...control} value={section} onChange={({ target }) => setSection(target.value)}>
              <option value="">Every section</option>
              {order.map((id) => (
                <option key={id} value={id}>
                  {sections[id].title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {isAdmin && !block && <PlaceField labId={labId} onChange={setLabId} />}
      </div>
      <SectionRows
        id={stored}
        title="Text"
        rows={rows}
        onChange={(changed) => {
          setRows(changed)
          setFilled(true)
        }}
      />
    </FormDialog>
  )
}
