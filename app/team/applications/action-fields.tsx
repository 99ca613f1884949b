/** What is done to an application, and to which state of it. */
export function ActionFields({ action, revision }: { action: string; revision: number }) {
  return (
    <>
      <input type="hidden" name="act" value={action} />
      <input type="hidden" name="revision" value={revision} />
    </>
  )
}
