import { describe, expect, it } from 'vitest'
import { bodyRegionsOf } from './body-regions.ts'

describe('the regions of a study', () => {
  it.each([
    ['HEAD', ['head']],
    ['TSPINE', ['spine']],
    ['LOWER LEG', ['lowerExtremity']],
    ['UPPER_EXTREMITY', ['upperExtremity']],
    ['CHESTABDPELVIS', ['chest', 'abdomen', 'pelvis']],
    ['PELVIS CHEST ABDOMEN', ['chest', 'abdomen', 'pelvis']],
    ['CERVICAL SPINE', ['spine']],
    ['WHOLEBODY', ['wholeBody']],
    ['HEART', ['heartAndVessels']],
    ['EXTREMITY', []],
    ['', []],
  ])('of series of %s are %j', (bodyParts, regions) => {
    expect(bodyRegionsOf({ bodyParts, description: null })).toEqual(regions)
  })

  it.each([
    ['CT Brain w/o contrast', ['head']],
    ['XR femoral neck left', ['lowerExtremity']],
    ['US thyroid & neck', ['neck']],
    ['MRT Schädel', ['head']],
    ['CT-Thorax/Abdomen', ['chest', 'abdomen']],
    ['Coronary CTA', ['heartAndVessels']],
    ['Mammographie bilatérale', ['breast']],
    ['Handover of a chestnut', []],
    [null, []],
  ])('that the description %j names are %j', (description, regions) => {
    expect(bodyRegionsOf({ bodyParts: '', description })).toEqual(regions)
  })

  it('come from the description only if no body part of the series is known', () => {
    expect(bodyRegionsOf({ bodyParts: 'KNEE', description: 'CT brain' })).toEqual(['lowerExtremity'])
    expect(bodyRegionsOf({ bodyParts: 'ZZZ', description: 'CT brain' })).toEqual(['head'])
  })
})
