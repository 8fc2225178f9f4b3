import { expect, it } from 'vitest'
import { checkCall } from './archive-calls.ts'

const id = '7ad4f805-420f4ec2-18e0deef-65589b3d-7627b078'
const image = '/dicom-web/studies/1.2/series/3.4/instances/5.6'
const stored = 'multipart/related; type="application/octet-stream"; transfer-syntax=*'

it.each([
  `/instances/${id}/file`,
  `/instances/${id}/modify`,
  `/instances/${id}/frames/0/raw`,
  `/instances/${id}/simplified-tags?ignore-length=PatientName`,
  `${image}/metadata`,
  '/studies?since=0&limit=10',
  '/web-viewer/app/viewer.js',
])('asks for %s', (path) => {
  expect(() => checkCall(path, undefined)).not.toThrow()
})

it.each([
  `/instances/${id}/rendered`,
  `/instances/${id}/preview`,
  `/instances/${id}/frames/0/preview`,
  `/instances/${id}/frames/0/image-uint8`,
  `/instances/${id}/image-int16`,
  `/instances/${id}/matlab`,
  `/instances/${id}/numpy`,
  `/instances/${id}/frames/0/numpy?rescale=false`,
  `/studies/${id}/modify`,
  `/series/${id}/numpy`,
  `/series/${id}/ordered-slices`,
  `/studies/${id}/archive?transcode=1.2.840.10008.1.2.1`,
  `/studies/${id}/media`,
  `/web-viewer/instances/jpeg95-${id}_0`,
  `/web-viewer/series/${id}`,
  `${image}/rendered`,
  `${image}/thumbnail`,
  `${image}/frames/1/rendered`,
  '/dicom-web/studies/1.2/series/3.4/rendered',
  '/wado?requestType=WADO',
])('never asks the archive to decode by %s', (path) => {
  expect(() => checkCall(path, stored)).toThrow(TypeError)
})

it('asks for files and frames as they are stored', () => {
  for (const path of [image, `${image}/frames/1`, `${image}/frames/1,2`, '/dicom-web/studies/1.2']) {
    expect(() => checkCall(path, stored)).not.toThrow()
    for (const accept of [
      undefined,
      '*/*',
      'multipart/related; type="application/octet-stream"',
      stored.replace('*', '1.2.840.10008.1.2.1'),
    ]) {
      expect(() => checkCall(path, accept)).toThrow(TypeError)
    }
  }
})
