import { mergeFields } from '@readroom/contracts/reports/merge-fields'
import type { ReportTemplate } from '@readroom/contracts/reports/report-templates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmChange } from '../../../components/form/confirm-change.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { notify } from '../../../lib/notify.tsx'
import { deleteTemplate, previewTemplate, templatesKey, templatesOptions } from './report-templates.queries.ts'
import { placeOf, TemplateList } from './template-list.tsx'
import { TemplateUpload } from './template-upload.tsx'

function Fields() {
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      {Object.entries(mergeFields).map(([field, meaning]) => (
        <div key={field} className="contents">
          <dt className="num font-medium">{`{${field}}`}</dt>
          <dd className="text-text-2">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the Word templates for reports. */
export default function ReportTemplatesPage() {
  useTitle('Word templates')
  const client = useQueryClient()
  const { data, error } = useQuery(templatesOptions)
  const [deleting, setDeleting] = useState<ReportTemplate | null>(null)
  const refresh = () => void client.invalidateQueries({ queryKey: templatesKey })
  const preview = async (template: ReportTemplate) => {
    await previewTemplate(template).catch((reason: unknown) => notify.error(messageOf(reason, 'Failed to download preview')))
    refresh()
  }
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-240 gap-8 px-5 py-6 lg:py-10">
        <div>
          <h1 className="text-xl font-semibold">Word templates</h1>
          <p className="mt-1 text-text-2">
            The most specific template wins: laboratory and modality, then laboratory, then modality. A new template replaces the
            previous one.
          </p>
        </div>
        <TemplateUpload onUploaded={refresh} />
        {error && !data && <FormMessage tone="error">The templates could not be loaded.</FormMessage>}
        {data && <TemplateList templates={data} onPreview={(template) => void preview(template)} onDelete={setDeleting} />}
        <section aria-label="Fields">
          <h2 className="text-lg font-semibold">Fields</h2>
          <p className="mt-1 mb-3 text-text-2">
            Fields that a template can use. Text between {'{#age}'} and {'{/age}'} is left out if the age is unknown.
          </p>
          <Fields />
        </section>
      </div>
      {deleting && (
        <ConfirmChange
          title="Delete template"
          action="Delete"
          change={() => deleteTemplate(deleting)}
          done={({ message }) => message}
          failed="Failed to delete template"
          invalidates={[templatesKey]}
          onClose={() => setDeleting(null)}
        >
          <p>Reports of these studies then use the next matching template.</p>
          <p className="mt-1 font-medium break-words text-text">
            <bdi>{placeOf(deleting)}</bdi>
          </p>
        </ConfirmChange>
      )}
    </main>
  )
}
