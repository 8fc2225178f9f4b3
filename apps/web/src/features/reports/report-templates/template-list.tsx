import { formatSize } from '@readroom/contracts/core/file-size'
import type { ReportTemplate } from '@readroom/contracts/reports/report-templates'
import { Button } from '../../../components/ui/button.tsx'
import { formatInstant } from '../../../lib/format.ts'

type Props = {
  templates: readonly ReportTemplate[]
  onPreview: (template: ReportTemplate) => void
  onDelete: (template: ReportTemplate) => void
}

/** Returns the studies that a template applies to, in words. */
export const placeOf = ({ labName, modality }: ReportTemplate) =>
  `${labName ?? 'All laboratories'}, ${modality ?? 'all modalities'}`

export function TemplateList({ templates, onPreview, onDelete }: Props) {
  if (templates.length === 0) return <p className="text-text-2">No templates yet. Reports use the built-in template.</p>
  return (
    <ul aria-label="Templates" className="divide-y divide-line border-y border-line">
      {templates.map((template) => (
        <li key={template._id} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2">
          <div className="min-w-0 flex-1 basis-80">
            <bdi className="block font-medium break-words">{placeOf(template)}</bdi>
            <span className="num block text-xs break-words text-text-2">
              <bdi>{template.fileName}</bdi>, {formatSize(template.size)}, {formatInstant(template.uploadedAt).text},{' '}
              <bdi>{template.uploadedBy}</bdi>
            </span>
          </div>
          <div className="flex gap-2">
            <Button className="max-lg:h-11" onClick={() => onPreview(template)} aria-label={`Preview ${placeOf(template)}`}>
              Preview
            </Button>
            <Button
              look="danger"
              className="max-lg:h-11"
              onClick={() => onDelete(template)}
              aria-label={`Delete ${placeOf(template)}`}
            >
              Delete
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
