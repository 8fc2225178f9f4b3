import { type ReportTemplate, reportTemplateEndpoints } from '@readroom/contracts/reports/report-templates'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { saveBlob } from '../../../lib/save-file.ts'

export const templatesKey = ['report-templates'] as const

export const templatesOptions = queryOptions({
  queryKey: templatesKey,
  queryFn: async ({ signal }) => (await api.call(reportTemplateEndpoints.list, {}, { signal })).data,
  staleTime: 0,
})

/** Uploads a template. An empty field means all. */
export const uploadTemplate = (file: File, fields: { labId: string; modality: string }) =>
  api.upload(reportTemplateEndpoints.upload, {}, { file, fields })

export const deleteTemplate = ({ _id }: ReportTemplate) =>
  api.call(reportTemplateEndpoints.remove, { params: { templateId: _id } })

export async function previewTemplate({ _id, fileName }: ReportTemplate) {
  const { blob } = await api.download(reportTemplateEndpoints.preview, { params: { templateId: _id } })
  saveBlob(blob, `Preview_${fileName}`)
}
