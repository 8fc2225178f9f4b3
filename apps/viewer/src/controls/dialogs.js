/**
 * Closes OHIF's question on a viewport when this is called to stop, as when another study comes. OHIF would leave it over the next patient's images. Whatever
 * is pressed then counts as no answer. `shownUid` returns the study in the address. Returns the function that stops this.
 */
export function endDialogsOfFormerStudy({ uiViewportDialogService: service }, shownUid) {
  const { show } = service
  let cancel = () => {}
  service.show = (dialog) => {
    const study = shownUid()
    cancel = () => {
      cancel = () => {}
      service.hide()
      dialog.onOutsideClick?.()
    }
    const own = (answer) => answer && ((given) => (shownUid() === study ? answer(given) : cancel()))
    return show.call(service, { ...dialog, onSubmit: own(dialog.onSubmit), onKeyPress: own(dialog.onKeyPress) })
  }
  return () => {
    service.show = show
    cancel()
  }
}
