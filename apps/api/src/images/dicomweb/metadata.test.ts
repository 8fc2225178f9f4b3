import { describe, expect, it } from 'vitest'
import { repairDatasets } from './metadata.ts'

type Tags = Record<string, unknown>
const shown = { seriesUids: null, origin: 'https://portal.example' }
const repaired = (datasets: Tags[]) => JSON.parse(JSON.stringify(repairDatasets(JSON.stringify(datasets), shown)))
const element = (vr: string, ...values: unknown[]) => ({ vr, Value: values })

const windowOf = (centers: unknown[], widths: unknown[], voiFunction?: string): Tags => ({
  '00281050': element('DS', ...centers),
  '00281051': element('DS', ...widths),
  ...(voiFunction && { '00281056': element('CS', voiFunction) }),
})

describe('windows of an image', () => {
  it.each<[string, Tags, number[] | undefined, number[] | undefined]>([
    ['one', windowOf([40], [400]), [40], [400]],
    ['several', windowOf([40, 300], [400, 1500]), [40, 300], [400, 1500]],
    ['written as text', windowOf(['40'], ['0']), undefined, undefined],
    ['zero', windowOf([0], [0]), undefined, undefined],
    ['negative', windowOf([40], [-400]), undefined, undefined],
    ['the first of several is zero', windowOf([0, 300], [0, 1500]), [300], [1500]],
    ['the last of several is zero', windowOf([40, 0], [400, 0]), [40], [400]],
    ['empty', windowOf([null], [null]), undefined, undefined],
    ['a center without a width', { '00281050': element('DS', 40) }, undefined, undefined],
    ['a width without a center', { '00281051': element('DS', 400) }, undefined, undefined],
    ['fewer centers than widths', windowOf([40], [400, 1500]), [40], [400]],
    ['more centers than widths', windowOf([40, 300], [400]), [40], [400]],
    ['linear of 1', windowOf([40], [1]), undefined, undefined],
    ['linear below 1', windowOf([0.5], [0.5], 'LINEAR'), undefined, undefined],
    ['linear exact below 1', windowOf([0.5], [0.5], 'LINEAR_EXACT'), [0.5], [0.5]],
    ['sigmoid below 1', windowOf([0.5], [0.5], 'SIGMOID'), [0.5], [0.5]],
    ['linear exact of zero', windowOf([0.5], [0], 'LINEAR_EXACT'), undefined, undefined],
  ])('%s: keeps those that a viewer can show', (_name, tags, centers, widths) => {
    const nested = { '52009229': element('SQ', { '00289132': element('SQ', tags) }) }
    const [own, functional] = repaired([tags, nested])
    const inner = functional['52009229'].Value[0]['00289132'].Value[0]
    for (const found of [own, inner]) {
      expect([found['00281050']?.Value, found['00281051']?.Value]).toEqual([centers, widths])
    }
  })

  it('loses its explanations with a window', () => {
    const explained = { ...windowOf([0, 300], [0, 1500]), '00281055': element('LO', 'SOFT', 'BONE') }
    expect(repaired([explained])[0]).not.toHaveProperty('00281055')
    const whole = { ...windowOf([40], [400]), '00281055': element('LO', 'SOFT') }
    expect(repaired([whole])).toEqual([whole])
  })
})

describe('order of images', () => {
  const image = (uid: string, number?: unknown, time?: string): Tags => ({
    '00080018': element('UI', uid),
    ...(number !== undefined && { '00200013': element('IS', number) }),
    ...(time && { '00080033': element('TM', time) }),
  })
  const uidsOf = (images: Tags[]) => repaired(images).map((one: Record<string, { Value: string[] }>) => one['00080018']?.Value[0])

  it.each<[string, Tags[], string[]]>([
    ['by number', [image('1.1', 10), image('1.2', 2), image('1.3', 3), image('1.4', 1)], ['1.4', '1.2', '1.3', '1.1']],
    ['numbers written as text', [image('1.1', '10'), image('1.2', '9')], ['1.2', '1.1']],
    ['without numbers by time', [image('1.1', undefined, '101502'), image('1.2', undefined, '101501.5')], ['1.2', '1.1']],
    ['without numbers and times by UID', [image('1.10'), image('1.9'), image('1.2')], ['1.2', '1.9', '1.10']],
    ['equal numbers by time', [image('1.1', 1, '1200'), image('1.2', 1, '1100')], ['1.2', '1.1']],
    ['those without a number last', [image('1.1'), image('1.2', null), image('1.3', 5)], ['1.3', '1.1', '1.2']],
  ])('%s', (_name, images, order) => {
    expect(uidsOf(images)).toEqual(order)
    expect(uidsOf(images.toReversed())).toEqual(order)
  })
})
