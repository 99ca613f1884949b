import { useRef, useState } from 'react'

/** A section that shows a form in place of its text. The section has the focus after the form opens or closes. */
export function useFormInSection() {
  const [isFormShown, setIsFormShown] = useState(false)
  const section = useRef<HTMLElement>(null)
  const showForm = (isShown: boolean) => {
    setIsFormShown(isShown)
    section.current?.focus()
  }
  return { section, isFormShown, showForm }
}
