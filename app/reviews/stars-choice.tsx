import { CircleAlert, Star } from 'lucide-react'
import { useId } from 'react'
import { everyStar } from '#app/reviews/stars.tsx'
import { starText } from '#app/reviews/review-text.ts'
import { cx } from '#app/ui/cx.ts'

type Props = { legend: string; rating?: number | undefined; error?: string | undefined }

/** Star rating built on native radio buttons. Stars are filled up to the chosen one. */
export function StarsChoice({ legend, rating, error }: Props) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <fieldset
      role="radiogroup"
      aria-labelledby={id}
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend id={id} className="text-small font-semibold">
        {legend}
        <span aria-hidden="true" className="text-quiet">
          {' *'}
        </span>
      </legend>
      <div className="-ml-2.5 flex">
        {everyStar.map((star) => (
          <label key={star} className={starStyle}>
            <input
              type="radio"
              name="rating"
              value={star}
              defaultChecked={star === rating}
              aria-label={starText(star)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Star className="size-6" aria-hidden="true" />
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 flex gap-1.5 text-small text-bad">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}

const starStyle = cx(
  'relative flex size-11 items-center justify-center rounded-control text-quiet transition-colors hover:text-text',
  'has-checked:text-accent [&:has(~label_:checked)]:text-accent',
  'has-checked:[&>svg]:fill-accent [&:has(~label_:checked)>svg]:fill-accent',
  'has-focus-visible:outline-2 has-focus-visible:outline-accent',
)
