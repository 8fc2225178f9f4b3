/** A tab of a dialog or page. */
export const tabTriggerClass =
  '-mx-1 flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-1 font-medium whitespace-nowrap text-text-2 max-lg:h-11 data-[state=active]:border-accent data-[state=active]:text-text'
