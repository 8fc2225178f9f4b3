import { readingTemplateEndpoints as endpoints, type ReadingTemplate } from '@readroom/contracts/reading/reading-templates'
import { type ReportKind, reportKinds } from '@readroom/contracts/studies/report-kinds'
import { readContent } from '@readroom/report/content'
import { isSectionId, sections, sectionsOf } from '@readroom/report/sections'
import { partsOfReport, reportOfParts, type TemplateParts } from '@readroom/report/template-parts'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '../../../../components/form/form-dialog.tsx'
import { FormCheck, FormField, FormSelect } from '../../../../components/form/form-field.tsx'
import { api } from '../../../../lib/api/api.ts'
import { filled, type Row, toRows } from './part-rows.ts'
import { PlaceField, placeOf } from './place-field.tsx'
import { SectionField } from './section-rows.tsx'

const kindNames: Record<ReportKind, string> = { original: 'Reports', addendum: 'Addenda', correction: 'Corrections' }
const sexes = [
  { value: null, label: 'All patients' },
  { value: 'F', label: 'Women' },
  { value: 'M', label: 'Men' },
  { value: 'O', label: 'Other sex' },
]
const order = Object.keys(sections).filter(isSectionId)

const { name, sex, kind, isDefault, modalities, words } = endpoints.create.body.shape
/** A section without a text is registered as undefined. */
const rowsOf = z.partialRecord(z.enum(order), z.array(z.custom<Row>()).optional())
const Fields = z.object({ name, sex, kind, isDefault, modalities, words, labId: z.string(), rows: rowsOf })
type Fields = z.input<typeof Fields>

const empty: Omit<Fields, 'rows'> = {
  name: '',
  modalities: [],
  words: [],
  sex: null,
  kind: 'original',
  isDefault: false,
  labId: '',
}
const toFields = (of: ReadingTemplate): Omit<Fields, 'rows'> => ({
  name: of.name,
  sex: of.sex,
  kind: of.kind,
  isDefault: of.isDefault,
  labId: of.labId ?? '',
  modalities: of.modalities,
  words: of.words,
})

type Props = {
  /** Null creates a new one. */
  template: ReadingTemplate | null
  /** The template that a new one is copied from. */
  copied?: ReadingTemplate
  isAdmin: boolean
  onSaved: () => Promise<void>
  onClose: () => void
}

/** Shows the sections that reports of the chosen kind begin with, and those that have a text. */
function Sections() {
  const [chosen, rows] = useWatch<Fields, ['kind', 'rows']>({ name: ['kind', 'rows'] })
  const shown = order.filter((id) => sectionsOf[chosen ?? 'original'].begins.includes(id) || rows[id])
  return shown.map((id) => <SectionField key={id} id={id} />)
}

/** Creates or edits a template. */
export function TemplateDialog({ template, copied, isAdmin, onSaved, onClose }: Props) {
  const begun = template ?? copied
  const parts: TemplateParts = begun ? partsOfReport(readContent(begun.content)) : {}
  const save = ({ labId, rows, ...said }: z.output<typeof Fields>) => {
    const texts = order.map((id) => [id, filled(rows[id] ?? [])] as const).filter(([, has]) => has.length > 0)
    const text = { ...said, content: reportOfParts(Object.fromEntries(texts), said.kind) }
    return template
      ? api.call(endpoints.update, { params: { templateId: template._id }, body: { ...text, version: template.version } })
      : api.call(endpoints.create, { body: { ...placeOf(isAdmin, labId), ...text } })
  }
  return (
    <FormDialog
      title={template ? 'Edit template' : 'New template'}
      width="max-w-[860px]"
      action="Save template"
      schema={Fields}
      values={{
        ...(begun ? toFields(begun) : empty),
        ...(copied && { labId: '' }),
        rows: Object.fromEntries(Object.entries(parts).map(([id, has]) => [id, toRows(has)])),
      }}
      change={async (fields) => {
        const answer = await save(fields)
        await onSaved()
        return answer
      }}
      done={({ message }) => message}
      failed="Failed to save"
      codes={{ READING_TEMPLATE_NAME_TAKEN: 'name' }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<Fields>
          name="name"
          label="Name"
          hint="Short, with the body part before the side, such as knee left. Lists then group well."
          maxLength={100}
          required
        />
        {isAdmin && !template && <PlaceField />}
        <FormField<Fields> name="modalities" label="Modalities" hint="Such as CT, MR. Leave empty for all." as="list" />
        <FormField<Fields>
          name="words"
          label="Words"
          hint="Separated by commas. The study's description or body part must contain one of them."
          as="list"
        />
        <FormSelect<Fields> name="sex" label="Patients" choices={sexes} />
        <FormSelect<Fields>
          name="kind"
          label="Used for"
          choices={reportKinds.map((value) => ({ value, label: kindNames[value] }))}
        />
        <FormCheck<Fields> name="isDefault" label="Default if no template's words match" />
      </div>
      <Sections />
    </FormDialog>
  )
}
