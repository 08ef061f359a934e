import type { FormErrors } from "@mantine/form";

import { isProblem } from "@/lib/api/problem";

/** For `onError` of a mutation: what the server refused is said at its fields in the form. */
export const atFields =
  (form: { setErrors: (errors: FormErrors) => void }) =>
  (error: unknown): void => {
    form.setErrors(isProblem(error) ? error.fieldErrors : {});
  };

/**
 * A failure that no field says: it is shown above the button. With the form's values, also one
 * about a field that the form does not have.
 */
export function withoutField(error: unknown, values?: object): unknown {
  if (!isProblem(error) || error.errors.length === 0) return error;
  return values && error.errors.some(({ field }) => !(field in values)) ? error : null;
}
