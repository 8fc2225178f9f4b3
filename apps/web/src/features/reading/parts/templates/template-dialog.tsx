import { readingTemplateEndpoints as endpoints, type ReadingTemplate } from '@readroom/contracts/reading/reading-templates'
import { ReportKind, reportKinds } from '@readroom/contracts/studies/report-kinds'
import { readContent } from '@readroom/report/content'
import { isSectionId, type SectionId, sections, sectionsOf } from '@readroom/report/sections'
import { partsOfReport, reportOfParts, type TemplateParts } from '@readroom/report/template-parts'
import { useState } from 'react'
import { CheckboxField } from '../../../../components/inputs/checkbox.tsx'
import { Field } from '../../../../components/inputs/field.tsx'
import { api } from '../../../../lib/api/api.ts'
import { FormDialog } from './form-dialog.tsx'
import { filled, type Row, toRows } from './part-rows.ts'
import { listed, PlaceField, placeOf } from './place-field.tsx'
import { SectionRows } from './section-rows.tsx'

const kindNames: Record<ReportKind, string> = { original: 'Reports', addendum: 'Addenda', correction: 'Corrections' }
const sexes = { '': 'All patients', F: 'Women', M: 'Men', O: 'Other sex' } as const
const order = Object.keys(sections).filter(isSectionId)

type Fields = Pick<ReadingTemplate, 'name' | 'sex' | 'kind' | 'isDefault'> & { modalities: string; words: string; labId: string }

const empty: Fields = { name: '', modalities: '', words: '', sex: null, kind: 'original', isDefault: false, labId: '' }
const toFields = (of: ReadingTemplate): Fields => ({
  name: of.name,
  sex: of.sex,
  kind: of.kind,
  isDefault: of.isDefault,
  labId: of.labId ?? '',
  modalities: of.modalities.join(', '),
  words: of.words.join(', '),
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

/** Creates or edits a template. */
export function TemplateDialog({ template, copied, isAdmin, onSaved, onClose }: Props) {
  const begun = template ?? copied
  const [fields, setFields] = useState<Fields>(() => (begun ? { ...toFields(begun), ...(copied && { labId: '' }) } : empty))
  const [rows, setRows] = useState<Partial<Record<SectionId, Row[]>>>(() => {
    const parts: TemplateParts = begun ? partsOfReport(readContent(begun.content)) : {}
    return Object.fromEntries(Object.entries(parts).map(([id, has]) => [id, toRows(has)]))
  })
  const [isFilled, setFilled] = useState(false)
  const set = (changes: Partial<Fields>) => {
    setFields({ ...fields, ...changes })
    setFilled(true)
  }
  const save = async () => {
    const { labId, modalities, words, ...said } = fields
    const parts = Object.fromEntries(order.map((id) => [id, filled(rows[id] ?? [])] as const).filter(([, has]) => has.length > 0))
    const text = { ...said, modalities: listed(modalities), words: listed(words), content: reportOfParts(parts, fields.kind) }
    const { message } = template
      ? await api.call(endpoints.update, { params: { templateId: template._id }, body: { ...text, version: template.version } })
      : await api.call(endpoints.create, { body: { ...placeOf(isAdmin, labId), ...text } })
    return message
  }
  const shown = order.filter((id) => sectionsOf[fields.kind].begins.includes(id) || rows[id])
  return (
    <FormDialog
      title={template ? 'Edit template' : 'New template'}
      action="Save template"
      isFilled={isFilled}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" hint="Short, with the body part before the side, such as knee left. Lists then group well." required>
          {(control) => (
            <input
              {...control}
              required
              maxLength={100}
              value={fields.name}
              onChange={({ target }) => set({ name: target.value })}
            />
          )}
        </Field>
        {isAdmin && !template && <PlaceField labId={fields.labId} onChange={(labId) => set({ labId })} />}
        <Field label="Modalities" hint="Such as CT, MR. Leave empty for all.">
          {(control) => (
            <input {...control} value={fields.modalities} onChange={({ target }) => set({ modalities: target.value })} />
          )}
        </Field>
        <Field label="Words" hint="Separated by commas. The study's description or body part must contain one of them.">
          {(control) => <input {...control} value={fields.words} onChange={({ target }) => set({ words: target.value })} />}
        </Field>
        <Field label="Patients">
          {(control) => (
            <select
              {...control}
              value={fields.sex ?? ''}
              onChange={({ target: { value } }) => set({ sex: value === 'F' || value === 'M' || value === 'O' ? value : null })}
            >
              {Object.entries(sexes).map(([sex, name]) => (
                <option key={sex} value={sex}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Used for">
          {(control) => (
            <select
              {...control}
              value={fields.kind}
              onChange={({ target }) => set({ kind: ReportKind.catch('original').parse(target.value) })}
            >
              {reportKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kindNames[kind]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <CheckboxField
          label="Default if no template's words match"
          labelClass="flex min-h-9 items-center gap-2 max-lg:min-h-11"
          checked={fields.isDefault}
          onChange={({ target }) => set({ isDefault: target.checked })}
        />
      </div>
      {shown.map((id) => (
        <SectionRows
          key={id}
          id={id}
          rows={rows[id] ?? []}
          onChange={(changed) => {
            setRows({ ...rows, [id]: changed })
            setFilled(true)
          }}
        />
      ))}
    </FormDialog>
  )
}
