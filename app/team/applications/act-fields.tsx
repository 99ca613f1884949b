/** What is done to an application, and to which state of it. */
export function ActFields({ act, revision }: { act: string; revision: number }) {
  return (
    <>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="revision" value={revision} />
    </>
  )
}
