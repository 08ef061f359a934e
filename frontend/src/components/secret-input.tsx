import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** A password field whose eye button has a name and works by keyboard. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ "aria-label": t("showPassword"), tabIndex: 0 }}
      // Mantine marks the field visually only.
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  );
}
