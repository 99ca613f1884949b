/** Hidden fields with the action and the application revision it applies to. */
export function ActionFields({ action, revision }: { action: string; revision: number }) {
  return (
    <>
      <input type="hidden" name="act" value={action} />
      <input type="hidden" name="revision" value={revision} />
    </>
  )
}
