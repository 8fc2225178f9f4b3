import { describe, expect, it } from 'vitest'
import { templateMismatch } from './template-fit.ts'

const study = (modality: string, description: string | null, bodyPart: string | null = null) => ({
  description,
  series: [{ modality, bodyPart }],
})

describe('a template', () => {
  it.each([
    ['CT lung cancer screening', study('CT', 'CT head', 'HEAD'), 'is for chest. This study is of the head.'],
    ['CT brain', study('CT', null, 'CHEST'), 'is for head. This study is of the chest.'],
    ['MR knee', study('MR', 'MRI shoulder left'), 'is for lower extremity. This study is of the upper extremity.'],
    ['MR brain', study('CT', 'Brain'), 'is for MR. This study is CT.'],
    ['XR chest', study('CT', 'Thorax'), 'is for radiographs. This study is CT.'],
  ])('%s for another region or modality is asked about', (name, of, words) => {
    expect(templateMismatch(name, of)).toBe(`The template ${name} ${words}`)
  })

  it.each([
    ['CT brain', study('CT', 'CT Schädel nativ')],
    ['CT lung cancer screening', study('CT', null)],
    ['CT lung cancer screening', study('CT', 'Follow-up', 'ZZZ')],
    ['General', study('CT', 'CT head')],
    ['My own', study('CT', 'CT head')],
    ['XR chest', study('DX', 'Chest PA')],
    ['CT chest', study('SR', 'Chest')],
    ['CT chest', study('CT', 'Whole body trauma')],
    ['FDG PET/CT', study('PT', 'Skull to thigh')],
    ['MR hip', study('MR', 'MR pelvis')],
    ['CT angiography of the aorta', study('CT', 'CTA chest')],
    [null, study('CT', 'CT head')],
  ])('%s that fits, or is not known to, is not', (name, of) => {
    expect(templateMismatch(name, of)).toBeNull()
  })
})
