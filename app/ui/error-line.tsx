/** Why a form did not go through, where no single field is to blame. */
export function ErrorLine({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="text-small text-bad">
      {text}
    </p>
  )
}
