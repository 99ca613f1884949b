/** An error of the whole form, when no single field is the cause. */
export function ErrorLine({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="text-small text-bad">
      {text}
    </p>
  )
}
