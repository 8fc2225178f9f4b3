import { expect, test } from 'vitest'
import { endCinesOfFormerSeries } from './cine.js'

/** Creates OHIF's services as far as cines need them. */
function makeServices() {
  const viewports = new Map()
  const cines = {}
  let isEnabled = true
  let hear = () => {}
  endCinesOfFormerSeries({
    viewportGridService: {
      EVENTS: { GRID_STATE_CHANGED: 'changed' },
      getState: () => ({ viewports }),
      subscribe(_event, listener) {
        hear = listener
        return { unsubscribe: () => {} }
      },
    },
    cineService: {
      getState: () => ({ cines }),
      setCine: ({ id, isPlaying }) => {
        cines[id] = { isPlaying }
      },
      setIsCineEnabled: (is) => {
        isEnabled = is
      },
    },
  })
  return {
    show(id, ...uids) {
      viewports.set(id, { displaySetInstanceUIDs: uids })
      hear()
    },
    play: (id) => {
      cines[id] = { isPlaying: true }
    },
    isPlaying: (id) => cines[id]?.isPlaying ?? false,
    isEnabled: () => isEnabled,
  }
}

test('a cine ends with its series, and the player goes with the last one', () => {
  const viewer = makeServices()
  viewer.show('a', 'cine')
  viewer.show('b', 'other cine')
  viewer.play('a')
  viewer.play('b')
  viewer.show('a', 'still')
  expect([viewer.isPlaying('a'), viewer.isPlaying('b'), viewer.isEnabled()]).toEqual([false, true, true])
  viewer.show('b', 'still')
  expect([viewer.isPlaying('b'), viewer.isEnabled()]).toEqual([false, false])
})

test('a cine goes on while its viewport keeps its series', () => {
  const viewer = makeServices()
  viewer.show('a', 'cine')
  viewer.play('a')
  viewer.show('b', 'first')
  expect([viewer.isPlaying('a'), viewer.isEnabled()]).toEqual([true, true])
})
