import { expect, it } from 'vitest'
import { endDialogsOfFormerStudy } from './dialogs.js'

/** Opens OHIF's question about a segmentation on study 1. `answers` holds what it was answered. */
function ask() {
  const answers = []
  const state = { study: '1', open: null }
  const service = {
    show: (dialog) => Object.assign(state, { open: dialog }),
    hide: () => Object.assign(state, { open: null }),
  }
  const stop = endDialogsOfFormerStudy({ uiViewportDialogService: service }, () => state.study)
  service.show({
    onSubmit: (answer) => answers.push(answer),
    onKeyPress: () => answers.push('yes'),
    onOutsideClick: () => answers.push('cancelled'),
  })
  return { answers, state, service, stop }
}

it('a question of a study is answered as before', () => {
  const { answers, state } = ask()
  state.open.onSubmit('yes')
  expect(answers).toEqual(['yes'])
})

it('a question is cancelled and closed when another study comes', () => {
  const { answers, state, stop } = ask()
  stop()
  expect(state.open).toBeNull()
  expect(answers).toEqual(['cancelled'])
})

it('an answer, by a press or by Enter, never counts for another study', () => {
  const { answers, state } = ask()
  state.study = '2'
  const { onSubmit, onKeyPress } = state.open
  onSubmit('yes')
  onKeyPress({ key: 'Enter' })
  expect(answers).toEqual(['cancelled'])
})
