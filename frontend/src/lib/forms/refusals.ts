import type { FormErrors } from "@mantine/form";

import { isProblem } from "@/lib/api/problem";

/** For `onError` of a mutation: what the server refused is said at its fields in the form. */
export const atFields =
  (form: { setErrors: (errors: FormErrors) => void }) =>
  (error: unknown): void => {
    form.setErrors(isProblem(error) ? error.fieldErrors : {});
  };

/** A failure that no field says: it is shown above the button. */
export function withoutField(error: unknown): unknown {
  return isProblem(error) && error.errors.length > 0 ? null : error;
}
