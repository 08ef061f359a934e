import type { FormErrors } from "@mantine/form";

import { isProblem } from "@/lib/api/problem";

/** For `onError` of a mutation: show refused values at their fields of the form. */
export const problemsAtFields =
  (form: { setErrors: (errors: FormErrors) => void }) =>
  (error: unknown): void => {
    form.setErrors(isProblem(error) ? error.fieldErrors : {});
  };

/**
 * A failure that no field shows: it is shown above the button. With the form's values, also one
 * about a field that the form lacks.
 */
export function withoutField(error: unknown, values?: object): unknown {
  if (!isProblem(error) || error.errors.length === 0) return error;
  const isShown = (field: string) => values && (field.split(".")[0] ?? "") in values;
  return values && error.errors.some(({ field }) => !isShown(field)) ? error : null;
}
