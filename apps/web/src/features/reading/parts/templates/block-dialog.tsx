import { textBlockEndpoints as endpoints, type TextBlock } from '@readroom/contracts/reading/text-blocks'
import { readContent } from '@readroom/report/content'
import { isSectionId, type SectionId, sections } from '@readroom/report/sections'
import { partsOfReport, reportOfParts } from '@readroom/report/template-parts'
import { z } from 'zod'
import { FormDialog } from '../../../../components/form/form-dialog.tsx'
import { FormField, FormSelect } from '../../../../components/form/form-field.tsx'
import { api } from '../../../../lib/api/api.ts'
import { filled, type Row, toRows } from './part-rows.ts'
import { PlaceField, placeOf } from './place-field.tsx'
import { SectionField } from './section-rows.tsx'

/** The section that the rows are stored in. A block has a single section, whichever one it is inserted into. */
const stored = 'addendum' satisfies SectionId
const order = Object.keys(sections).filter(isSectionId)

const Fields = z.object({
  shortcut: endpoints.create.body.shape.shortcut,
  section: z.string(),
  labId: z.string(),
  rows: z.object({ [stored]: z.array(z.custom<Row>()) }),
})
type Fields = z.input<typeof Fields>

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
  const save = ({ shortcut, section, labId, rows }: Fields) => {
    const content = reportOfParts({ [stored]: filled(rows[stored]) }, 'addendum')
    const written = { shortcut, sections: section === '' ? [] : [section], content }
    return block
      ? api.call(endpoints.update, { params: { blockId: block._id }, body: { ...written, version: block.version } })
      : api.call(endpoints.create, { body: { ...placeOf(isAdmin, labId), ...written } })
  }
  return (
    <FormDialog
      title={block ? 'Edit text block' : 'New text block'}
      width="max-w-[860px]"
      action="Save text block"
      schema={Fields}
      values={{
        shortcut: block?.shortcut ?? '',
        section: block?.sections[0] ?? '',
        labId: '',
        rows: {
          [stored]: block ? Object.values(partsOfReport(readContent(block.content))).flatMap(toRows) : toRows([{ text }]),
        },
      }}
      change={async (fields) => {
        const answer = await save(fields)
        await onSaved()
        return answer
      }}
      done={({ message }) => message}
      failed="Failed to save"
      codes={{ SHORTCUT_TAKEN: 'shortcut' }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<Fields>
          name="shortcut"
          label="Shortcut"
          hint="Type a full stop, the shortcut and a space: .nofrac"
          maxLength={32}
          required
        />
        <FormSelect<Fields>
          name="section"
          label="Available in"
          choices={[{ value: '', label: 'Every section' }, ...order.map((id) => ({ value: id, label: sections[id].title }))]}
        />
        {isAdmin && !block && <PlaceField />}
      </div>
      <SectionField id={stored} title="Text" />
    </FormDialog>
  )
}
