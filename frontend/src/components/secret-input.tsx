import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** A password field whose eye says in the reader's language what it does, by keyboard too. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ "aria-label": t("showPassword"), tabIndex: 0 }}
      // Mantine marks the field, and says so to nobody who cannot see it.
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  );
}
